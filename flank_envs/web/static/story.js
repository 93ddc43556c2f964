// What happened, in sentences, newest last; the newest are also read aloud.

import { h } from "./dom.js";

const MOST_SHOWN = 1000; // sentences

export class Story {
  constructor(list, live) {
    this.list = list;
    this.live = live;
    this.decisions = 0; // how many of them are told
  }

  // `told` are the sentences about each decision from number `first` on; those in the list from there on are replaced.
  add(first, told) {
    for (const item of [...this.list.children]) {
      if (Number(item.dataset.decision) >= first) item.remove();
      else item.classList.remove("new");
    }
    told.forEach((sentences, k) => {
      for (const sentence of sentences) {
        this.list.append(h("li", { class: "new", "data-decision": String(first + k) }, sentence));
      }
    });
    while (this.list.children.length > MOST_SHOWN) this.list.firstChild.remove();
    this.decisions = first + told.length;
    this.list.scrollTop = this.list.scrollHeight;
    this.live.textContent = told.flat().slice(-8).join(" ");
  }
}
