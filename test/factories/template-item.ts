import { ItemType, type TemplateItem } from '../../shared/framework/template.rules';
import { newId } from '../../shared/kernel/ids';

/** An item of a template: a required rating of weight 1 that everyone is asked, unless told otherwise. */
export function templateItem(fields: Partial<TemplateItem> = {}): TemplateItem {
  const id = fields.id ?? newId();
  return {
    id,
    text: `Item ${id.slice(0, 8)}`,
    type: ItemType.Rating,
    competencyId: null,
    skillId: null,
    weight: 1,
    required: true,
    allowNotApplicable: false,
    evaluatorTypes: [],
    measuresPotential: false,
    ...fields,
  };
}
