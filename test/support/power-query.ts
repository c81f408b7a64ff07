import { readFileSync } from 'node:fs';
import { DefaultSettings, Language, TaskUtils } from '@microsoft/powerquery-parser';

const { NodeKind } = Language.Ast;

/** A column that a query gives its rows: its type in M, such as `nullable text`. */
export interface PowerQueryColumn {
  name: string;
  type: string;
}

/** What a query of Power BI or Excel asks of the API. */
export interface PowerQuery {
  /** The path below the base address. */
  path: string;
  columns: PowerQueryColumn[];
}

/** The queries of a guide, each parsed by Power Query's own parser; throws an Error where that finds fault. */
export async function readPowerQueries(file: string): Promise<PowerQuery[]> {
  const blocks = readFileSync(file, 'utf8').matchAll(/^( *)```powerquery-m\n([^]*?)```/gm);
  return Promise.all([...blocks].map(([, indent = '', text = '']) => parse(text.replaceAll(`\n${indent}`, '\n'))));
}

async function parse(text: string): Promise<PowerQuery> {
  const task = await TaskUtils.tryLexParse(DefaultSettings, text);
  if (!TaskUtils.isParseStageOk(task)) throw new Error(`Power Query does not read this:\n${text}`);
  let path = '';
  const columns: PowerQueryColumn[] = [];
  for (const node of task.nodeIdMapCollection.astNodeById.values()) {
    if (node.kind === NodeKind.GeneralizedIdentifierPairedExpression && node.key.literal === 'RelativePath')
      path = textOf(node.value).replaceAll('"', '');
    if (node.kind === NodeKind.FieldSpecification) columns.push({ name: node.name.literal, type: typeOf(node) });
  }
  return { path, columns };

  function typeOf({ fieldTypeSpecification }: Language.Ast.FieldSpecification): string {
    return fieldTypeSpecification ? textOf(fieldTypeSpecification.fieldType) : 'any';
  }
  function textOf({ tokenRange }: Language.Ast.INode): string {
    const { positionStart, positionEnd } = tokenRange;
    return text.slice(positionStart.codeUnit, positionEnd.codeUnit);
  }
}
