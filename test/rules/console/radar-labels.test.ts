import { MAX_UPRIGHT_AXES, MIN_RADAR_AXES, radarDrawing, type RadarLabel } from '../../../shared/insight/radar.rules';
import { estimatedWidth } from '../../../shared/kernel/label-lines.rules';

const NAME = 'Written communication with customers and suppliers';
const SCREEN_FONT_SIZE = 3.4;

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function areaOf({ lines, fontSize, anchor }: RadarLabel): Area {
  const sides = lines.map(({ text, x }) => {
    const width = estimatedWidth(text) * fontSize;
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    return { left, right: left + width };
  });
  return {
    left: Math.min(...sides.map(({ left }) => left)),
    right: Math.max(...sides.map(({ right }) => right)),
    top: (lines[0]?.y ?? 0) - fontSize * 0.75,
    bottom: (lines.at(-1)?.y ?? 0) + fontSize * 0.2,
  };
}

const overlap = (first: Area, second: Area): boolean =>
  first.left < second.right && second.left < first.right && first.top < second.bottom && second.top < first.bottom;

const counts = Array.from({ length: MAX_UPRIGHT_AXES - MIN_RADAR_AXES + 1 }, (_, at) => MIN_RADAR_AXES + at);

test.each(counts)('the names of %d axes do not run into each other', (axes) => {
  const requirements = Array.from({ length: axes }, () => ({
    requirement: NAME,
    required: 3,
    current: 2,
    isCritical: true,
  }));
  const areas = radarDrawing(requirements, { from: 0, to: 5 }, SCREEN_FONT_SIZE).labels.map(areaOf);
  const pairs = areas.flatMap((area, at) => areas.slice(at + 1).map((other) => [area, other] as const));
  expect(pairs.filter(([first, second]) => overlap(first, second))).toEqual([]);
});

test.each(counts)(
  'a name of common length is whole at %d axes, in smaller type where only that leaves the room',
  (axes) => {
    const requirement = 'Planning and organization';
    const requirements = Array.from({ length: axes }, () => ({
      requirement,
      required: 3,
      current: 2,
      isCritical: false,
    }));
    const { labels } = radarDrawing(requirements, { from: 0, to: 5 }, SCREEN_FONT_SIZE);
    expect(labels.map(({ lines }) => lines.map(({ text }) => text).join(' '))).toEqual(labels.map(() => requirement));
  },
);
