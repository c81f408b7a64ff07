import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { MAX_LEVEL } from '../../../shared/framework/level.rules';
import {
  MAX_UPRIGHT_AXES,
  type Point,
  radarDrawing,
  type RadarLabel,
  type RadarRequirement,
} from '../../../shared/insight/radar.rules';
import styles from './radar.module.css';

const RANGE = { from: 0, to: MAX_LEVEL };
/** Legible on a phone, where the drawing is half as wide as on paper. */
const FONT_SIZE = 3.4;

/** Required versus current levels of 3 or more requirements as a radar; the figures are in the table next to it. */
export function Radar({ requirements }: { requirements: readonly RadarRequirement[] }): ReactNode {
  const t = useTranslations('subjectResult');
  const id = useId();
  const drawing = radarDrawing(requirements, RANGE, FONT_SIZE);
  const { width, height } = drawing;
  return (
    <figure className={clsx(styles.radar, requirements.length > MAX_UPRIGHT_AXES && styles.wide)}>
      <svg
        role="img"
        aria-labelledby={`${id}-title`}
        viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
        preserveAspectRatio="xMidYMid meet"
      >
        <title id={`${id}-title`}>{t('radarTitle')}</title>
        {drawing.rings.map((ring, at) => (
          <polygon key={at} className={styles.ring} points={path(ring)} />
        ))}
        {drawing.spokes.map(({ x, y }, at) => (
          <line key={at} className={styles.ring} x1={0} y1={0} x2={x} y2={y} />
        ))}
        {drawing.current && <polygon className={styles.current} points={path(drawing.current)} />}
        {drawing.lines.map((line, at) => (
          <polyline key={at} className={styles.current} points={path(line)} />
        ))}
        <polygon className={styles.required} points={path(drawing.required)} />
        {drawing.dots.map(({ x, y }, at) => (
          <circle key={at} className={styles.dot} cx={x} cy={y} r={0.9} />
        ))}
        {drawing.crosses.map(({ x, y }, at) => (
          <path key={at} className={styles.cross} d={`M${x - 0.9} ${y - 0.9}l1.8 1.8m0 -1.8l-1.8 1.8`} />
        ))}
        {drawing.ringValues.map(({ value, distance }) => (
          <text key={value} className={styles.value} x={-0.9} y={-distance - 0.4} fontSize={2.6} textAnchor="end">
            {value}
          </text>
        ))}
        {drawing.labels.map((label, at) => (
          <Label key={at} label={label} />
        ))}
      </svg>
      <figcaption className="muted">
        <span className={clsx(styles.key, styles.current)}>{t('current')}</span>
        <span className={clsx(styles.key, styles.required)}>{t('required')}</span>
        {drawing.crosses.length > 0 && (
          <span>
            <b aria-hidden="true">× </b>
            {t('noAnswer')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function Label({ label: { lines, fontSize, anchor, along, isCritical } }: { label: RadarLabel }): ReactNode {
  return (
    <text
      className={isCritical ? styles.critical : undefined}
      fontSize={fontSize}
      textAnchor={anchor}
      transform={along ? `translate(${along.place.x} ${along.place.y}) rotate(${along.turn})` : undefined}
    >
      {lines.map(({ text, x, y }) => (
        <tspan key={y} x={x} y={y}>
          {text}
        </tspan>
      ))}
    </text>
  );
}

function path(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
