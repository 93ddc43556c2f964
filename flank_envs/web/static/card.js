// The card of a game: its picture, who sits where, seed and options, and the button that begins.

import { post } from "./api.js";
import { h, humanName, playerName, select } from "./dom.js";
import { tried } from "./frame.js";

const COUNT = "players"; // the option that leaves the number of seats open

export class Card {
  constructor(game) {
    this.game = game;
    this.options = new Map();
    this.seats = h("div", { class: "fields" });
    this.seed = h("input", { type: "number", min: "0", max: String(Number.MAX_SAFE_INTEGER), step: "1", placeholder: "any", inputmode: "numeric" });
    this.practice = h("input", { type: "checkbox" });
    this.button = h("button", { type: "button", class: "main", disabled: true, onclick: () => this.begin() }, "Wait");
    this.links = h("p", { class: "detail", role: "status" });
    this.picture = h("div", { class: "thumb" });
    const more = h(
      "details",
      {},
      h("summary", {}, "Seed and options"),
      h("div", { class: "fields" }, field("seed", this.seed), game.options.map((option) => this.#option(option))),
    );
    const practice = h("label", { class: "check" }, this.practice, " Practice, with undo");
    this.practiceField = practice;
    const players = game.seats[0] === game.seats[1] ? `${game.seats[0]}` : `${game.seats[0]} or ${game.seats[1]}`;
    this.element = h(
      "article",
      { class: "card", "aria-labelledby": `card-${game.name}` },
      this.picture,
      h("h2", { id: `card-${game.name}` }, game.title),
      h("p", { class: "detail" }, `${players} players`),
      this.seats,
      practice,
      more,
      this.button,
      this.links,
    );
    this.#seat();
  }

  #option(option) {
    const { name, choices, between, or_none: orNone } = option;
    const few = choices.length ? choices : between[1] - between[0] <= 3 ? range(between[0], between[1] + 1) : null;
    let control;
    if (few) {
      const values = [...(orNone && !few.includes(null) ? [null] : []), ...few].map((value) => JSON.stringify(value));
      control = select({}, values.map((value) => [value, value === "null" ? "by chance" : plain(value)]), JSON.stringify(option.default));
    } else {
      control = h("input", { type: "number", min: String(between[0]), max: String(between[1]), value: String(option.default ?? "") });
    }
    control.title = option.meaning;
    this.options.set(name, control);
    if (name === COUNT) control.addEventListener("change", () => this.#seat());
    return field(humanName(name), control, option.meaning);
  }

  get #count() {
    return this.options.has(COUNT) ? Number(this.options.get(COUNT).value) : this.game.seats[1];
  }

  #seat() {
    const names = ["person", ...this.game.players];
    const kept = this.chosen ?? [];
    this.selects = range(0, this.#count).map((seat) =>
      select(
        { onchange: () => this.#changed() },
        names.map((name) => [name, playerName(name)]),
        kept[seat] ?? (seat ? "heuristic" : "person"),
      ),
    );
    this.seats.replaceChildren(...this.selects.map((control, seat) => field(`seat ${seat}`, control)));
    this.#changed();
  }

  #changed() {
    this.chosen = this.selects.map((control) => control.value);
    const persons = this.chosen.filter((name) => name === "person").length;
    this.practice.disabled = persons !== 1;
    if (persons !== 1) this.practice.checked = false;
    if (this.ready) this.button.textContent = persons ? "Sit down" : "Watch";
  }

  update({ ready, compiling, seconds }) {
    if (ready && !this.ready) {
      this.ready = true;
      this.button.disabled = false;
      this.picture.replaceChildren(
        h("img", { src: `/api/games/${this.game.name}/picture`, alt: `A position of ${this.game.title}`, loading: "lazy" }),
      );
      this.#changed();
    } else if (!ready) {
      this.button.textContent = compiling ? `Being compiled: ${Math.round(seconds)} s` : "Waits to be compiled";
    }
  }

  async begin() {
    await tried(async () => {
      if (!this.seed.checkValidity()) throw new Error(`The seed must be a whole number from 0 to ${this.seed.max}.`);
      const options = {};
      for (const [name, control] of this.options) options[name] = control.value === "" ? null : JSON.parse(control.value);
      const { id, keys } = await post("/api/tables", {
        game: this.game.name,
        players: this.chosen,
        seed: this.seed.value === "" ? null : Number(this.seed.value),
        options,
        practice: this.practice.checked,
      });
      const paths = keys.map((key) => key && `/table/${key}`);
      const [own, ...others] = paths.filter(Boolean);
      if (!others.length) location.href = own ?? `/replay/${id}`;
      else this.#invite(paths);
    });
  }

  // Several persons: each link is a seat, and whoever opens it sits there.
  #invite(paths) {
    this.links.replaceChildren(
      "Each link is a seat: open yours and hand on the others. ",
      ...paths.flatMap((path, seat) => (path ? [h("a", { href: path }, `seat ${seat}`), " "] : [])),
    );
  }
}

const range = (low, high) => Array.from({ length: high - low }, (_, k) => low + k);
const plain = (value) => value.replaceAll('"', "").replaceAll(",", ", ");

function field(label, control, meaning) {
  return h("label", { class: "field", title: meaning }, h("span", {}, label), control);
}
