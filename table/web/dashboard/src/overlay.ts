// Mounts the overlay for a broadcast: a page of its own, transparent, only to look at.
import { mount } from "svelte";
import "./app.css";
import "./parts.css";
import Overlay from "./lib/overlay/Overlay.svelte";

const target = document.getElementById("overlay");
if (target === null) throw new Error("overlay.html has no #overlay");
export default mount(Overlay, { target });
