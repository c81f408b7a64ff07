import { demoFramework, toTemplateBody } from '../../dev/demo/framework';
import { type TemplateContent } from '../../shared/framework/template.rules';

/** The demo template as the server would give it back: with ids. */
export function serverTemplate(prefix = 'item'): TemplateContent {
  const { categories, template } = demoFramework(1);
  const codes = categories.flatMap(({ competencies }) => competencies.map(({ code }) => code));
  const body = toTemplateBody(template, new Map(codes.map((code) => [code, `${prefix}-${code}`])));
  return {
    scale: body.scale,
    sections: body.sections.map(({ title, items }, section) => ({
      id: `${prefix}-section/${section}`,
      title,
      items: items.map((item, index) => ({ ...item, id: `${prefix}/${section}.${index}`, skillId: null })),
    })),
  };
}
