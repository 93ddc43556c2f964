// The seats that this browser has taken, so that the home page can lead back to them.

const MOST = 40;

export function seats() {
  try {
    const kept = JSON.parse(localStorage.getItem("seats") ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keep(list) {
  try {
    localStorage.setItem("seats", JSON.stringify(list.slice(0, MOST)));
  } catch {
    // a browser that keeps nothing can still play
  }
}

export function remember(path, { title, players, seat, over }) {
  const others = seats().filter((known) => known.path !== path);
  keep(over ? others : [{ path, title, players, seat, at: Date.now() }, ...others]);
}

export const forget = (path) => keep(seats().filter((known) => known.path !== path));
