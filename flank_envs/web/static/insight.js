// What policies think: probabilities of every choice as bars, the value as a curve, decisions far from the likeliest.

import { get } from "./api.js";
import { Curve } from "./curve.js";
import { $, h, playerName, select } from "./dom.js";
import { tried } from "./frame.js";

const FAR = 0.25; // the likeliest choice has so much more probability than what was played

export class Insight {
  constructor(holder, { path, go, light, shade }) {
    this.path = path;
    this.go = go;
    this.lightBoard = light;
    this.shade = shade;
    this.at = 0;
    this.first = h("select", { id: "policy", "aria-label": "Policy", onchange: () => this.reload() });
    this.second = h("select", { "aria-label": "Second policy", onchange: () => this.reload() });
    this.curveHolder = h("div", { class: "curve-holder" });
    this.legend = h("p", { class: "detail" });
    this.far = h("ol", { class: "far" });
    this.bars = h("ol", { class: "bars", tabindex: "0", "aria-label": "Choices" });
    this.value = h("p", { class: "detail" });
    this.blocks = h("div", { class: "blocks" });
    holder.append(
      h("div", { class: "bar" }, h("span", {}, "Ask "), this.first, h("span", {}, " and "), this.second),
      h(
        "div",
        { class: "insights" },
        h("section", { "aria-label": "This decision" }, h("h3", {}, "This decision"), this.value, this.bars),
        h(
          "section",
          { "aria-label": "The whole game" },
          h("h3", {}, "Value over the game"),
          this.curveHolder,
          this.legend,
          h("h3", {}, "Far from the likeliest choice"),
          this.far,
        ),
      ),
      h("details", { ontoggle: () => this.show(this.at, this.seat) }, h("summary", {}, "What the seat observes, in named blocks"), this.blocks),
    );
    this.curve = new Curve(this.curveHolder, (at) => this.go(at));
    this.details = holder.querySelector("details");
  }

  async load(game) {
    const { policies } = await get(`/api/games/${game}/policies`);
    const options = policies.map((name) => [name, playerName(name)]);
    const asked = new URLSearchParams(location.search).get("policy");
    this.first.replaceWith((this.first = select({ "aria-label": "Policy", onchange: () => this.reload() }, [["", "nobody"], ...options])));
    this.second.replaceWith(
      (this.second = select({ "aria-label": "Second policy", onchange: () => this.reload() }, [["", "nobody else"], ...options])),
    );
    this.first.value = policies.includes(asked) ? asked : (policies[0] ?? "");
    await this.reload();
  }

  get #names() {
    return [this.first.value, this.second.value].filter(Boolean);
  }

  async reload() {
    const found = await tried(() =>
      Promise.all(this.#names.map((name) => get(`${this.path}/insight?policy=${encodeURIComponent(name)}`))),
    );
    this.lines = found ?? [];
    this.curve.show(this.lines);
    const seats = new Set(this.lines.flatMap(({ to_act: seats }) => seats));
    this.legend.replaceChildren(
      ...[...seats].sort().map((seat) => h("span", { class: `key seat-${seat}` }, `seat ${seat}`)),
      this.lines.length > 1 ? "; the second policy is dashed" : "",
      this.lines.length ? "" : "No policy was asked, or there is none for this game.",
    );
    this.#showFar();
    await this.show(this.at, this.seat);
  }

  #showFar() {
    const line = this.lines[0];
    const far = (line?.values ?? [])
      .map((_, at) => ({ at, gap: line.likeliest[at] - line.played[at] }))
      .filter(({ gap }) => gap > FAR)
      .sort((a, b) => b.gap - a.gap)
      .slice(0, 12);
    this.far.replaceChildren(
      ...far.map(({ at }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "link", onclick: () => this.go(at) },
            `decision ${at}, seat ${line.to_act[at]}: played at ${percent(line.played[at])}, the likeliest had ${percent(line.likeliest[at])}`,
          ),
        ),
      ),
    );
    if (!far.length && line) this.far.append(h("li", { class: "detail" }, "None: it plays much like this policy."));
  }

  // The decision of a position; `seat` is null at the end of the game.
  async show(at, seat) {
    this.at = at;
    this.seat = seat;
    this.curve.at(at);
    if (seat === null || seat === undefined) {
      this.bars.replaceChildren();
      this.value.textContent = "The game is over: there is nothing to decide.";
      this.blocks.replaceChildren();
      return;
    }
    const names = this.#names;
    const asked = ["policy", "second"].slice(0, names.length).map((key, k) => `${key}=${encodeURIComponent(names[k])}`);
    let found;
    try {
      found = await get(`${this.path}/insight/${at}?${asked.join("&")}`);
    } catch {
      this.value.textContent = "Nothing is decided here yet.";
      this.bars.replaceChildren();
      return;
    }
    if (at !== this.at) return;
    this.#draw(found);
  }

  #draw({ choices, played, policies, search, observation, to_act: seat }) {
    const values = policies.map(({ name, value }) => `${playerName(name)} ${value >= 0 ? "+" : ""}${value.toFixed(2)}`);
    this.value.textContent = values.length ? `Value for seat ${seat}: ${values.join(", ")}.` : `Seat ${seat} decides.`;
    const rows = choices.map((choice, k) => ({ ...choice, probabilities: policies.map(({ probabilities }) => probabilities[k]), visits: search?.visits[k] }));
    rows.sort((a, b) => (b.probabilities[0] ?? b.visits ?? 0) - (a.probabilities[0] ?? a.visits ?? 0));
    const most = Math.max(1, ...(search?.visits ?? [1]));
    this.bars.replaceChildren(
      ...rows.map(({ action, words, probabilities, visits }) => {
        const bars = probabilities.map((probability, k) => bar(probability, percent(probability), k ? "second" : "first"));
        if (visits !== undefined) bars.push(bar(visits / most, `${visits} visits`, "visits"));
        return h(
          "li",
          {
            class: action === played ? "played" : null,
            "data-choice": String(action),
            onpointerenter: () => this.lightBoard(action),
            onpointerleave: () => this.lightBoard(null),
          },
          h("span", { class: "words" }, action === played ? `${words} (played)` : words),
          bars,
        );
      }),
    );
    if (policies.length) this.shade(new Map(choices.map(({ action }, k) => [action, policies[0].probabilities[k]])));
    if (this.details.open) this.#showBlocks(observation);
  }

  #showBlocks(observation) {
    this.blocks.replaceChildren(
      ...observation.map(({ name, shape, meaning, values }) =>
        h(
          "div",
          { class: "block" },
          h("h4", {}, name, h("span", { class: "detail" }, ` ${shape.join(" x ") || "1"}`)),
          h("p", { class: "detail" }, meaning),
          h("p", { class: "values" }, values.slice(0, 400).map((value) => h("span", { class: value ? "set" : "zero" }, String(value)))),
        ),
      ),
    );
  }

  light(action) {
    for (const row of this.bars.children) row.classList.toggle("lit", Number(row.dataset.choice) === action);
  }
}

const percent = (probability) => (probability > 0 && probability < 0.005 ? "<1 %" : `${Math.round(probability * 100)} %`);

function bar(share, label, kind) {
  const fill = h("span", { class: `fill ${kind}` });
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return h("span", { class: "meter" }, fill, h("span", { class: "label" }, label));
}
