import type comms from '../comms/texts/en.json';
import type evaluation from '../evaluation/texts/en.json';
import type framework from '../framework/texts/en.json';
import type growth from '../growth/texts/en.json';
import type imports from '../imports/texts/en.json';
import type insight from '../insight/texts/en.json';
import type people from '../people/texts/en.json';
import type platform from '../platform/texts/en.json';
import type everywhere from './en.json';

declare module 'use-intl' {
  /** The keys of all texts: an unknown one does not compile. */
  interface AppConfig {
    Messages: typeof everywhere &
      typeof comms &
      typeof evaluation &
      typeof framework &
      typeof growth &
      typeof imports &
      typeof insight &
      typeof people &
      typeof platform;
  }
}
