// A picture for a product that has none: drawn from its name, the same every time.

const SVG = "http://www.w3.org/2000/svg";

/** Numbers from 0 to 1 that follow from the name. */
function* numbers(name) {
  let state = 2166136261;
  for (const char of name) {
    state = Math.imul(state ^ char.codePointAt(0), 16777619);
  }
  for (;;) {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 1;
    yield ((state >>> 8) & 0xffff) / 0x10000;
  }
}

function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, String(value)));
  return node;
}

/** An SVG element. It says nothing that the name does not say, so screen readers skip it. */
export function picture(name) {
  const next = numbers(name);
  const random = () => next.next().value;
  const hue = Math.floor(random() * 360);
  const svg = shape("svg", { viewBox: "0 0 400 140", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" });
  svg.append(shape("rect", { width: 400, height: 140, fill: `hsl(${hue} 45% 42%)` }));
  for (let i = 0; i < 6; i++) {
    svg.append(shape("circle", {
      cx: Math.round(random() * 400), cy: Math.round(random() * 140), r: Math.round(20 + random() * 70),
      fill: `hsl(${(hue + Math.floor(random() * 90)) % 360} 60% ${Math.floor(45 + random() * 25)}%)`, "fill-opacity": 0.55,
    }));
  }
  const initial = shape("text", {
    x: 200, y: 70, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 84, "font-weight": 700, fill: "#fff",
  });
  initial.textContent = [...name.trim()][0] ?? "";
  svg.append(initial);
  return svg;
}
