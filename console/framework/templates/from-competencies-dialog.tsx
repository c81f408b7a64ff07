import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { CheckGroup } from '../../form/check-group';
import { rowChoices } from '../../form/choices';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { Template } from '../template/template-content';

interface Typed {
  name: string;
  competencyIds: string[];
}

/** The dialog opened by `dialog=competencies` in the address: a template with one item for each chosen competency. */
export default function FromCompetenciesDialog(): ReactNode {
  const t = useTranslations('templateFromCompetencies');
  const address = useAddress();
  if (address.get('dialog') !== 'competencies') return null;
  return (
    <Dialog title={t('title')} onClose={() => address.close('dialog')}>
      <ChooseCompetencies />
    </Dialog>
  );
}

function ChooseCompetencies(): ReactNode {
  const t = useTranslations('templateFromCompetencies');
  const [, navigate] = useLocation();
  const options = useRead('/api/competencies/options');
  return (
    <Loaded read={options}>
      {(competencies) =>
        competencies.length === 0 ? (
          <Empty href="/starter-sets" action={t('starterSets')}>
            {t('none')}
          </Empty>
        ) : (
          <Form<Typed, Template>
            name="template from competencies"
            label={t('title')}
            values={{ name: '', competencyIds: [] }}
            submit={(body) => answered(api.POST('/api/evaluation-templates/from-competencies', { body }))}
            onSaved={(_typed, { id, name }) => {
              notify({ kind: 'done', text: t('created', { name }) });
              void refresh('/api/evaluation-templates');
              navigate(`/templates/${id}`);
            }}
            action={t('create')}
            secondary={<CancelButton />}
          >
            <TextField name="name" label={t('name')} required maxLength={200} />
            <CheckGroup
              name="competencyIds"
              label={t('competencies')}
              hint={t('hint')}
              choices={rowChoices(competencies)}
            />
          </Form>
        )
      }
    </Loaded>
  );
}
