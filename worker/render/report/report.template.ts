/** Handlebars template of the report; every `{{ }}` is escaped, the only raw text is the SVG that escapes its own labels. */
export const reportTemplate = `<!doctype html>
<html lang="{{locale}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{{labels.title}}: {{subject}}</title>
<style>{{{styles}}}
@page {
  @top-left { content: {{{page.partial}}}; }
  @top-right { content: {{{page.running}}}; }
  @bottom-left { content: {{{page.generated}}}; }
  @bottom-right { content: {{{page.before}}} counter(page) {{{page.between}}} counter(pages); }
}
</style>
</head>
<body>
<header>
  <p class="eyebrow">{{labels.title}}{{#if partial}}<span class="chip">{{labels.partial}}</span>{{/if}}</p>
  <h1 dir="auto">{{subject}}</h1>
  {{#if facts}}<p class="facts" dir="auto">{{facts}}</p>{{/if}}
  <dl>
    <div><dt>{{labels.cycle}}</dt><dd dir="auto">{{cycle.name}}</dd></div>
    <div><dt>{{labels.period}}</dt><dd class="fixed">{{cycle.period}}</dd></div>
    <div><dt>{{labels.status}}</dt><dd class="fixed">{{cycle.status}}</dd></div>
  </dl>
</header>
{{#if partial}}<p class="banner"><b>{{labels.partial}}.</b> {{partialExplained}}</p>{{/if}}
{{#if note}}<p class="banner quiet" dir="auto">{{note}}</p>{{/if}}

<section class="summary">
  <div class="overall">
    <h2>{{labels.overall}}</h2>
    {{#if overall}}
    <p class="figure"><b>{{overall.score}}</b> {{overall.ofMaximum}}</p>
    <div class="track"><i style="width:{{overall.position}}%"></i></div>
    <p class="ends">{{#each overall.ends}}<span dir="auto">{{this}}</span>{{/each}}</p>
    {{#if overall.calibrated}}<p class="remark">{{overall.calibrated}}</p>{{/if}}
    {{#if overall.without}}<p class="remark">{{overall.without}}</p>{{/if}}
    {{else}}
    <p class="figure none">{{noScore}}</p>
    {{/if}}
  </div>
  {{#if typeScores}}
  <div class="types">
    <h2>{{labels.byEvaluator}}</h2>
    <table>
      {{#each typeScores}}
      <tr><th scope="row">{{label}}</th><td class="grow"><div class="track"><i style="width:{{position}}%"></i></div></td>
        <td class="score">{{score}}{{#if hidden}}<sup>*</sup>{{/if}}</td><td class="remark">{{submitted}}</td></tr>
      {{/each}}
    </table>
    {{#if hiddenNote}}<p class="footnote">* {{hiddenNote}}</p>{{/if}}
  </div>
  {{/if}}
</section>

{{#if radar}}
<section class="requirements{{#if radar.wide}} wide{{/if}}">
  <h2>{{labels.requirements}}</h2>
  {{#if radar.carried}}<p class="remark">{{radar.carried}}</p>{{/if}}
  <div class="beside">
    <figure>
      {{{radar.svg}}}
      <figcaption>
        <span><i class="key required"></i>{{labels.required}}</span>
        <span><i class="key current"></i>{{labels.current}}</span>
        {{#if radar.hasCritical}}<span class="critical"><i class="dot"></i>{{labels.critical}}</span>{{/if}}
        {{#if radar.hasUnknown}}<span><i class="key cross">×</i>{{labels.noData}}</span>{{/if}}
      </figcaption>
    </figure>
    <div class="levels">
      {{#unless radar.wide}}<div class="level heading"><span>{{labels.current}} / {{labels.required}}</span></div>{{/unless}}
      {{#each radar.requirements}}
      <div class="level"><span class="name{{#if isCritical}} critical{{/if}}" dir="auto">{{#if isCritical}}<i class="dot"></i>{{/if}}{{requirement}}</span>
        <span class="value{{#if below}} below{{/if}}">{{current}}</span><span class="value of">/ {{required}}</span></div>
      {{/each}}
    </div>
  </div>
</section>
{{/if}}

{{#if ratedSections}}
<section class="items">
  <h2>{{labels.items}}</h2>
  <table>
    <colgroup><col>{{#each typeHeadings}}<col class="type">{{/each}}<col class="average"></colgroup>
    <thead><tr><th scope="col">{{labels.item}}</th>{{#each typeHeadings}}<th scope="col" class="score">{{this}}</th>{{/each}}
      <th scope="col">{{labels.average}}</th></tr></thead>
    {{#each ratedSections}}
    <tbody>
      <tr class="title"><th scope="rowgroup" colspan="{{../columns}}" dir="auto">{{title}}</th></tr>
      {{#each rated}}
      <tr><th scope="row" dir="auto">{{text}}</th>{{#each scores}}<td class="score{{#if missing}} missing{{/if}}">{{text}}</td>{{/each}}
        <td><div class="average"><b>{{average}}</b><div class="track"><i style="width:{{position}}%"></i></div></div></td></tr>
      {{/each}}
    </tbody>
    {{/each}}
  </table>
  {{#if footnotes}}<p class="footnote">{{footnotes}}</p>{{/if}}
</section>
{{/if}}

{{#if withheldNote}}<p class="footnote">{{withheldNote}}</p>{{/if}}
{{#if commentedSections}}
<section class="comments">
  <h2>{{labels.comments}}</h2>
  {{#each commentedSections}}
  <h3 dir="auto">{{title}}</h3>
  {{#each commented}}
  {{#if text}}<h4 dir="auto">{{text}}</h4>{{/if}}
  {{#each comments}}
  <div class="comment"><span class="by">{{type}}</span><p dir="auto">{{text}}</p></div>
  {{/each}}
  {{/each}}
  {{/each}}
</section>
{{/if}}
</body>
</html>`;
