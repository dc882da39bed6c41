// Light or dark: what the system says, unless the person chose. public/early.js applies the kept choice before the first paint.
import { createSignal } from "solid-js";
import { readText, writeText } from "./storage";

export type Theme = "system" | "light" | "dark";

const kKey = "agon.theme";
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

function kept(): Theme {
  const text = readText(kKey);
  return text === "light" || text === "dark" ? text : "system";
}

const [theme, setThemeSignal] = createSignal<Theme>(kept());
const [systemDark, setSystemDark] = createSignal(prefersDark.matches);
prefersDark.addEventListener("change", (event) => setSystemDark(event.matches));

export { theme };

/** What is seen now; charts draw themselves again when it changes. */
export function appearance(): "light" | "dark" {
  const choice = theme();
  if (choice !== "system") return choice;
  return systemDark() ? "dark" : "light";
}

export function setTheme(choice: Theme): void {
  if (choice === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = choice;
  writeText(kKey, choice === "system" ? null : choice);
  setThemeSignal(choice);
}
