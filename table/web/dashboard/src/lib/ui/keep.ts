// A file that is already here goes where the browser keeps downloads.
const TAKEN_MS = 60_000;

export function keepFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}
