// The clock counts down between messages by itself, and sounds the gong.

import { make, words } from "./common.js";
import { asked, heard } from "./contact.js";

const PATIENCE_MS = 10_000;

const clocks = [...document.querySelectorAll("[data-clock]")];
let clock = clocks.length ? JSON.parse(clocks[0].dataset.clock) : null;
let told = performance.now();
let rang = clock ? (clock.gong ? clock.round : null) : null;
let sound = null;

function left(extra = 0) {
  if (!clock || clock.left_s === null) return null;
  const gone = clock.state === "running" ? (performance.now() - told) / 1000 : 0;
  return Math.max(0, clock.left_s + extra - gone);
}

function digits(seconds) {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor((whole % 3600) / 60)).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

function tick() {
  if (!clock) return;
  const seconds = left();
  const open = clock.state === "running" || clock.state === "paused";
  for (const element of clocks) {
    const up = open && seconds === 0;
    element.classList.toggle("up", up);
    if (clock.round === null || seconds === null) element.textContent = "";
    else element.textContent = up ? words.time_up : digits(seconds);
    if (clock.state === "paused") element.append(make("small", "", words.paused));
    element.title = words[clock.state] ?? "";
  }
  const extras = document.querySelector(".extras");
  if (extras) {
    const late = Object.entries(clock.extra_s).filter(([, more]) => more > 0);
    extras.textContent = late
      .map(([table, more]) => `${words.table} ${table}: ${digits(left(more) ?? 0)}`)
      .join("   ");
  }
  if (open && seconds === 0 && rang !== clock.round) {
    rang = clock.round;
    if (document.querySelector("[data-gong]")) gong();
  }
  if (seconds > 0) rang = null;
}

function gong() {
  if (!sound) return;
  for (const [number, pitch] of [196, 247, 131].entries()) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.5 / (number + 1), sound.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 5);
    tone.connect(loud).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 5);
  }
}

document.querySelector("[data-sound]")?.addEventListener("click", (event) => {
  sound = new AudioContext();
  event.target.disabled = true;
  gong();
});

/** What the hall says of the clock counts from now on. */
export function setClock(heard) {
  clock = heard;
  told = performance.now();
}

/** Ask the hall, where nothing else brings it. */
export async function askClock() {
  asked();
  const answer = await fetch("/api/public/clock", { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) return;
  setClock(await answer.json());
  heard();
}

tick();
setInterval(tick, 250);
