export interface Position {
  row: number;
  column: number;
}

/** The cell that a key leads to from another one, past those without data; null when the key leads nowhere. */
export function nextCell(
  key: string,
  from: Position,
  rows: readonly { cells: readonly (number | null)[] }[],
  rowsInSight: number,
): Position | null {
  const columns = rows[0]?.cells.length ?? 0;
  const leap = Math.max(1, rowsInSight);
  switch (key) {
    case 'ArrowRight':
      return firstWithData({ ...from, column: from.column + 1 }, 0, 1, rows);
    case 'ArrowLeft':
      return firstWithData({ ...from, column: from.column - 1 }, 0, -1, rows);
    case 'ArrowDown':
      return firstWithData({ ...from, row: from.row + 1 }, 1, 0, rows);
    case 'ArrowUp':
      return firstWithData({ ...from, row: from.row - 1 }, -1, 0, rows);
    case 'PageDown':
      return firstWithData({ ...from, row: Math.min(from.row + leap, rows.length - 1) }, -1, 0, rows);
    case 'PageUp':
      return firstWithData({ ...from, row: Math.max(from.row - leap, 0) }, 1, 0, rows);
    case 'Home':
      return firstWithData({ ...from, column: 0 }, 0, 1, rows);
    case 'End':
      return firstWithData({ ...from, column: columns - 1 }, 0, -1, rows);
    default:
      return null;
  }
}

function firstWithData(
  start: Position,
  rowStep: number,
  columnStep: number,
  rows: readonly { cells: readonly (number | null)[] }[],
): Position | null {
  let { row, column } = start;
  for (;;) {
    const level = rows[row]?.cells[column];
    if (level === undefined) return null;
    if (level !== null) return { row, column };
    row += rowStep;
    column += columnStep;
  }
}
