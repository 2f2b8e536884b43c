// Where the camera stands, as a drawing. Loaded when the advice is opened.
import { words } from '#web/words/words.ts';

/** From above: the ball on the target line, the golfer, and the two places of the camera. From the side: its height. */
export default function FilmingDrawing() {
  const { faceOn, downTheLine, handHeight } = words.filming.drawing;
  return (
    <svg viewBox="0 0 300 150" aria-hidden="true" className="w-full max-w-xs fill-none stroke-ink text-[10px]">
      <line x1="8" x2="180" y1="62" y2="62" strokeDasharray="4 4" className="stroke-edge" />
      <path d="m174 57 8 5-8 5" className="stroke-edge" />
      <circle cx="104" cy="62" r="3" className="fill-ink stroke-none" />
      <ellipse cx="104" cy="98" rx="20" ry="9" strokeWidth="2" />
      <circle cx="104" cy="96" r="7" className="fill-raised" strokeWidth="2" />
      <line x1="104" x2="104" y1="88" y2="66" strokeWidth="1.5" />
      <Camera x={104} y={22} turn={90} />
      <Camera x={22} y={80} turn={0} />
      <g className="fill-ink-soft stroke-none">
        <text x="118" y="20">
          {faceOn}
        </text>
        <text x="6" y="104">
          {downTheLine}
        </text>
        <text x="250" y="142" textAnchor="middle">
          {handHeight}
        </text>
      </g>
      <circle cx="276" cy="38" r="7" strokeWidth="2" />
      <path d="M274 46c-5 10-6 20-5 32l-3 24-2 24m5-48 8 24v24M273 52l-10 26" strokeWidth="2" strokeLinejoin="round" />
      <path d="m263 78-14 46" strokeWidth="1.5" />
      <line x1="222" x2="263" y1="78" y2="78" strokeDasharray="3 3" className="stroke-edge" />
      <Camera x={212} y={78} turn={0} />
      <path d="m212 86-8 40m8-40 8 40m-8-40v40" />
    </svg>
  );
}

/** A camera pointing to the right, turned by `turn` degrees. */
function Camera({ x, y, turn }: { x: number; y: number; turn: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`} className="fill-flag stroke-none">
      <rect x="-9" y="-6" width="14" height="12" rx="2" />
      <path d="m5-2 6-4V6L5 2Z" />
    </g>
  );
}
