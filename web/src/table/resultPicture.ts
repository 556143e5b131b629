/** A picture of a result, to send to friends: drawn in the page, with nothing but what is on the screen. */

export interface ResultPicture {
  readonly game: string;
  /** The accent of the game, as a colour. */
  readonly accent: string;
  readonly title: string;
  readonly figure: string;
  readonly rows: readonly { readonly place: number; readonly name: string; readonly score: string }[];
  readonly foot: string;
}

const [WIDTH, HEIGHT] = [1080, 1350];
const DISPLAY = "Fraunces, Georgia, serif";
const TEXT = "Inter, system-ui, sans-serif";
const MOST_ROWS = 8;

export async function drawResult({ game, accent, title, figure, rows, foot }: ResultPicture): Promise<Blob | null> {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const brush = canvas.getContext("2d");
  if (brush === null) return null;
  const felt = brush.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT);
  for (const [at, colour] of [[0, "#1b3129"], [0.4, "#12211c"], [1, "#0b1210"]] as const) felt.addColorStop(at, colour);
  brush.fillStyle = felt;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.textAlign = "center";

  /** As large as this where it fits, and smaller where it does not. */
  const write = (text: string, y: number, weight: number, size: number, family: string, colour: string) => {
    brush.font = `${weight} ${size}px ${family}`;
    const shrunk = Math.min(1, (WIDTH - 120) / brush.measureText(text).width);
    brush.font = `${weight} ${Math.floor(size * shrunk)}px ${family}`;
    brush.fillStyle = colour;
    brush.fillText(text, WIDTH / 2, y);
  };
  write(game, 130, 600, 52, DISPLAY, accent);
  write(title, 300, 700, 116, DISPLAY, "#e4b962");
  write(figure, 380, 500, 40, TEXT, "#f3eee2");
  for (const [index, { place, name, score }] of rows.slice(0, MOST_ROWS).entries()) {
    const y = 510 + index * 88;
    brush.fillStyle = index === 0 ? "#d9a94e33" : "#ffffff0d";
    brush.beginPath();
    brush.roundRect(100, y - 54, WIDTH - 200, 76, 18);
    brush.fill();
    brush.fillStyle = "#f3eee2";
    brush.font = `600 40px ${TEXT}`;
    brush.textAlign = "left";
    brush.fillText(`${place}   ${name}`, 140, y, 640);
    brush.textAlign = "right";
    brush.fillText(score, WIDTH - 140, y, 260);
    brush.textAlign = "center";
  }
  write(foot, HEIGHT - 70, 500, 34, TEXT, "#a9b8ae");
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Hands it to the phone's own sharing, or saves it where there is none. */
export async function shareResult(picture: ResultPicture, name: string): Promise<void> {
  const blob = await drawResult(picture);
  if (blob === null) return;
  const file = new File([blob], `${name}.png`, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: picture.title }).catch(() => undefined); // changed their mind
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
