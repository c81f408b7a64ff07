import { toInstant } from '../../kernel/clock';
import { tenantAddress } from '../../platform/tenant-address';
import { CONSOLE_PAGES } from '../console-pages';
import { languageOf } from '../notification-texts.rules';
import { CHAT_SENTENCES, type Spoken } from './chat-sentences.rules';
import { TEST_MESSAGE, WebhookEvent, WebhookFormat } from './webhook-event';

/** Ids, names of cycles and surveys, and counts: never anything of people. */
export type EventData = Readonly<Record<string, string | number>>;

export interface HappenedEvent {
  type: WebhookEvent | typeof TEST_MESSAGE;
  occurredAt: Date;
  data: EventData;
}

/** The organization as its messages name it. */
interface Sender {
  slug: string;
  name: string;
  locale: string;
}

/** Returns the text that is sent for an event: JSON in the form that the receiver reads. */
export function webhookMessage(format: WebhookFormat | null, event: HappenedEvent, sender: Sender): string {
  if (format === null) {
    const { type, occurredAt, data } = event;
    return JSON.stringify({ type, timestamp: toInstant(occurredAt), data });
  }
  const sentence = chatSentence(event, sender);
  return JSON.stringify(format === WebhookFormat.Slack ? slackMessage(sentence) : teamsMessage(sentence));
}

interface Sentence {
  text: string;
  /** What the link is called, and where it leads. */
  action: string;
  address: string;
}

/** Slack's incoming webhooks read `mrkdwn`, in which `<address|text>` is a link and three characters are escaped. */
function slackMessage({ text, action, address }: Sentence): object {
  const escaped = (plain: string): string =>
    plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { text: `${escaped(text)} <${escaped(address)}|${escaped(action)}>` };
}

/** The workflow "Post to a channel when a webhook request is received" of Teams reads Adaptive Cards. */
function teamsMessage({ text, action, address }: Sentence): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // In a run of a rich text block nothing is read as Markdown, so that a name cannot hold a link.
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
    actions: [{ type: 'Action.OpenUrl', title: action, url: address }],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

function chatSentence({ type, data }: HappenedEvent, { slug, name, locale }: Sender): Sentence {
  if (!(type in CHAT_SENTENCES)) throw new Error(`Chats have no sentence for ${type}.`);
  const { text, action } = CHAT_SENTENCES[type as Spoken][languageOf(locale)];
  const named = type === TEST_MESSAGE ? name : `${data.name ?? ''}`;
  return {
    text: text.replace('{name}', () => named),
    action,
    address: tenantAddress(slug, pageOf(type as Spoken, data)),
  };
}

function pageOf(type: Spoken, data: EventData): string {
  switch (type) {
    case WebhookEvent.CycleOpened:
    case WebhookEvent.CycleReminded:
      return CONSOLE_PAGES.myEvaluations;
    case WebhookEvent.ResultsPublished:
      return CONSOLE_PAGES.myResults(`${data.cycleId}`);
    case WebhookEvent.SurveyOpened:
      return CONSOLE_PAGES.survey(`${data.surveyId}`);
    default:
      return CONSOLE_PAGES.home;
  }
}
