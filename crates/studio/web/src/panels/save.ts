// Files for the user: a record, the board as a picture.

function save(name: string, blob: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function saveText(name: string, text: string) {
  save(name, new Blob([text], { type: "text/plain" }));
}

/** What style sheets give to marks, written into the picture. */
const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity",
  "text-anchor", "dominant-baseline", "font-size", "font-weight", "font-family"];

function boardSvg(): { text: string; width: number; height: number } | null {
  const board = document.querySelector<SVGSVGElement>("svg.board");
  if (!board) return null;
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [own, copied] = [board.querySelectorAll("*"), copy.querySelectorAll("*")];
  own.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLED) {
      if (!element.hasAttribute(name)) copied[index]?.setAttribute(name, style.getPropertyValue(name));
    }
  });
  copy.querySelector("[role=grid]")?.remove();
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export async function savePicture(name: string, kind: "svg" | "png") {
  const picture = boardSvg();
  if (!picture) return;
  if (kind === "svg") return save(`${name}.svg`, new Blob([picture.text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width * 2, picture.height * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(`${name}.png`, blob));
}
