// cspell:ignore Adak Metlakatla Yakutat
/** Zones of the United States, where the month precedes the day. */
const UNITED_STATES =
  /^(US\/.+|Pacific\/Honolulu|America\/(Adak|Anchorage|Boise|Chicago|Denver|Detroit|Indiana\/.+|Indianapolis|Juneau|Kentucky\/.+|Los_Angeles|Louisville|Menominee|Metlakatla|New_York|Nome|North_Dakota\/.+|Phoenix|Sitka|Yakutat))$/;
/** Zones that say nothing about a place. */
const NOWHERE = /^(UTC|GMT|Etc\/.+)$/;

/**
 * Returns the language tag that numbers and dates follow: plain English is written as in Britain (26 Nov 2026) where the zone of the
 * organization lies outside of the United States.
 */
export function dateTag(tag: string, timeZone: string): string {
  const isElsewhere = !UNITED_STATES.test(timeZone) && !NOWHERE.test(timeZone);
  return tag.toLowerCase() === 'en' && isElsewhere ? 'en-GB' : tag;
}
