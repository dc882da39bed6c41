// Rule sheets as files: read from the disk of the visitor, and written there.

const kLargest = 4 << 20;

export interface SheetFile {
  readonly title: string;
  readonly text: string;
}

/** "my-game.kif" is called "my game". */
export function titleOfFile(name: string): string {
  const stem = name.replace(/\.[^.]*$/, "").replace(/[-_]+/g, " ").trim();
  return stem || "Imported sheet";
}

/** A name that every file system takes. */
export function fileOfTitle(title: string): string {
  const stem = title
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .toLowerCase();
  return `${stem || "sheet"}.kif`;
}

export async function readSheet(file: File): Promise<SheetFile> {
  if (file.size > kLargest) throw new Error(`${file.name} is larger than ${kLargest >> 20} MiB; that is no rule sheet.`);
  const text = await file.text();
  if (text.includes("\0")) throw new Error(`${file.name} is no text file.`);
  return { title: titleOfFile(file.name), text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n") };
}

export function offerDownload(title: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileOfTitle(title);
  link.click();
  // The browser has taken the address over once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
