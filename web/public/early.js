// Runs before the first paint and before the page's own script has arrived.
(() => {
  // A page in the chosen theme never flashes in the other one.
  try {
    const theme = localStorage.getItem("agon.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system decides.
  }
  // The gallery is asked for while its script is still on the way.
  if (location.pathname === "/") {
    const games = Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", href: "/api/games", crossOrigin: "anonymous" });
    document.head.append(games);
  }
})();
