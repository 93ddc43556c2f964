// The choices as real buttons in words: grouped, filtered by typing, chosen by click, by number or with Enter.

import { h, humanName } from "./dom.js";

export class Choices {
  constructor(list, filter, { choose, point }) {
    this.list = list;
    this.filter = filter;
    this.choose = choose;
    this.point = point;
    this.all = [];
    filter.addEventListener("input", () => this.#draw());
    filter.addEventListener("keydown", (event) => this.#typed(event));
    list.addEventListener("keydown", (event) => this.#arrows(event));
  }

  show(choices) {
    const had = this.list.contains(document.activeElement);
    this.all = choices;
    this.filter.value = "";
    this.filter.disabled = choices.length === 0;
    this.#draw();
    if (had) this.list.querySelector("button")?.focus({ preventScroll: true });
  }

  // The choices that all typed words occur in; words may be cut short.
  get visible() {
    const words = this.filter.value.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
    if (!words.length) return this.all;
    return this.all.filter(({ words: sentence }) => {
      const known = sentence.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
      return words.every((word) => known.some((k) => (/^\d+$/.test(word) ? k === word : k.startsWith(word))));
    });
  }

  take(number) {
    const chosen = this.visible[number - 1];
    if (chosen) this.choose(chosen.action);
    return chosen !== undefined;
  }

  light(action) {
    for (const button of this.list.querySelectorAll("button")) {
      button.classList.toggle("lit", Number(button.dataset.choice) === action);
    }
  }

  wait(waiting) {
    for (const button of this.list.querySelectorAll("button")) button.disabled = waiting;
  }

  #draw() {
    const visible = this.visible;
    const groups = Map.groupBy ? Map.groupBy(visible, ({ group }) => group) : grouped(visible);
    const several = groups.size > 1;
    let number = 0;
    this.list.replaceChildren(
      ...[...groups].map(([name, members]) =>
        h(
          "div",
          { role: "group", "aria-label": humanName(name) },
          several ? h("h3", {}, humanName(name)) : null,
          members.map((choice) => this.#button(choice, (number += 1))),
        ),
      ),
    );
    if (!visible.length && this.all.length) this.list.append(h("p", { class: "none" }, "No choice has these words."));
  }

  #button({ action, words }, number) {
    return h(
      "button",
      {
        type: "button",
        class: "choice",
        "data-choice": String(action),
        onclick: () => this.choose(action),
        onpointerenter: () => this.point(action),
        onpointerleave: () => this.point(null),
        onfocus: () => this.point(action),
        onblur: () => this.point(null),
      },
      h("kbd", { "aria-hidden": "true" }, number <= 9 ? String(number) : ""),
      h("span", {}, words),
    );
  }

  #typed(event) {
    if (event.key === "Enter") {
      const visible = this.visible;
      if (visible.length === 1 || (visible.length && this.filter.value)) {
        this.filter.blur(); // so that numbers and other keys work at once for the next choice
        this.choose(visible[0].action);
      }
    } else if (event.key === "Escape") {
      this.filter.value = "";
      this.#draw();
      this.filter.blur();
    } else if (event.key === "ArrowDown") {
      this.list.querySelector("button")?.focus();
    } else return;
    event.preventDefault();
  }

  #arrows(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement) + step;
    (buttons[at] ?? (at < 0 ? this.filter : null))?.focus();
    event.preventDefault();
  }
}

function grouped(choices) {
  const groups = new Map();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return groups;
}
