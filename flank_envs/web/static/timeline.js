// Going through a game: step, play, pause, speed, jump to a round.

import { h, reducedMotion, select } from "./dom.js";
import { onKey } from "./frame.js";

const SPEEDS = [["2000", "slow"], ["900", "steady"], ["350", "quick"], ["80", "very quick"]];

export class Timeline {
  constructor(holder, go) {
    this.go = go;
    this.at = 0;
    this.count = 1;
    this.timer = null;
    const button = (label, sign, act) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    this.range = h("input", {
      type: "range",
      min: "0",
      max: "0",
      value: "0",
      "aria-label": "Position",
      oninput: () => this.jump(Number(this.range.value)),
    });
    this.playButton = button("Play", "Play", () => this.toggle());
    this.speed = select({ "aria-label": "Speed" }, SPEEDS, reducedMotion() ? "2000" : "900");
    this.rounds = h("select", { "aria-label": "Jump to a round", onchange: () => this.jump(Number(this.rounds.value)) });
    this.place = h("output", { class: "place" });
    holder.append(
      this.range,
      h(
        "div",
        { class: "bar" },
        button("First position", "«", () => this.jump(0)),
        button("Step back", "‹", () => this.jump(this.at - 1)),
        this.playButton,
        button("Step on", "›", () => this.jump(this.at + 1)),
        button("Last position", "»", () => this.jump(this.count - 1)),
        this.place,
        h("span", { class: "spring" }),
        this.rounds,
        this.speed,
      ),
    );
    onKey("ArrowLeft", () => this.jump(this.at - 1));
    onKey("ArrowRight", () => this.jump(this.at + 1));
    onKey("Home", () => this.jump(0));
    onKey("End", () => this.jump(this.count - 1));
    onKey(" ", (event) => (event.target.closest("button, a, summary") ? false : this.toggle()));
  }

  // How many positions there are, and where rounds begin.
  show(count, rounds) {
    this.count = count;
    this.range.max = String(count - 1);
    this.rounds.replaceChildren(...rounds.map(({ at, name }) => h("option", { value: String(at) }, name)));
    this.starts = rounds.map(({ at }) => at);
    this.#write();
  }

  #write() {
    this.range.value = String(this.at);
    this.place.textContent = `${this.at} of ${this.count - 1}`;
    const round = (this.starts ?? []).filter((start) => start <= this.at).at(-1);
    if (round !== undefined) this.rounds.value = String(round);
  }

  jump(at) {
    const to = Math.max(0, Math.min(this.count - 1, at));
    if (to === this.at) return;
    this.at = to;
    this.#write();
    this.go(to);
  }

  toggle() {
    if (this.timer === null) this.#play();
    else this.pause();
  }

  #play() {
    if (this.at >= this.count - 1) this.jump(0);
    this.playButton.textContent = "Pause";
    this.playButton.setAttribute("aria-label", "Pause");
    const next = async () => {
      const began = performance.now();
      if (this.at < this.count - 1) {
        this.at += 1;
        this.#write();
        await this.go(this.at);
      } else if (this.ended) {
        this.pause();
        return;
      }
      if (this.timer !== null) this.timer = setTimeout(next, Math.max(0, Number(this.speed.value) - performance.now() + began));
    };
    this.timer = setTimeout(next, Number(this.speed.value) / 2);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playButton.textContent = "Play";
    this.playButton.setAttribute("aria-label", "Play");
  }
}
