// Runs before the first paint, so that a page in the chosen theme never flashes in the other one.
(() => {
  try {
    const theme = localStorage.getItem("agon.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system decides.
  }
})();
