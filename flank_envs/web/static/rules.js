// The rules of a game, folded, with the section of the present phase open.

import { get } from "./api.js";
import { h } from "./dom.js";

export class Rules {
  constructor(holder) {
    this.holder = holder;
    this.phases = {};
    this.phase = null;
  }

  async load(game) {
    const { sections, phases } = await get(`/api/games/${game}/rules`);
    this.phases = phases;
    this.holder.replaceChildren(
      ...sections.map(({ heading, html }) => {
        const body = h("div", {});
        body.innerHTML = html; // our own rules.md, made into HTML by the server
        return h("details", {}, h("summary", {}, heading || "The game"), body);
      }),
    );
    this.open(this.phase);
  }

  // Opens the section of a phase, and closes the one that was opened for the phase before.
  open(phase) {
    this.phase = phase;
    const section = this.holder.querySelectorAll(":scope > details")[this.phases[phase]];
    if (section === this.opened) return;
    if (this.opened) this.opened.open = false;
    if (section) section.open = true;
    this.opened = section;
  }
}
