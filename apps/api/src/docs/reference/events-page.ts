import { html, type Markup, prose } from '@gateway/pages/html'
import type { Ink } from '../ink/inked.ts'
import { headingOf } from '../layout/contents.ts'
import type { DocPage, Heading } from '../page.ts'
import { literal, notations } from '../samples/literal.ts'
import { folded } from './answer-examples.ts'
import type { Reference } from './description.ts'
import { at, textOf } from './json.ts'
import { headingOfObject, objectSection } from './object-section.ts'
import { paramList, paramsOf } from './params.ts'

const SUMMARY = 'Every event that a webhook carries: when it is sent, whether without asking, and what it says.'

/** Every event with its example, and the objects that events carry. */
export const eventsPage = (reference: Reference): DocPage => {
  const events = Object.entries(reference.webhooks)
  const headings = [...events.map(headingOfEvent), ...reference.eventObjects.map((name) => headingOfObject(name, reference))]
  return {
    slug: 'reference/events',
    section: 'reference',
    title: 'Events',
    summary: SUMMARY,
    shape: 'reference',
    draw: (ink) => ({
      headings,
      lead: html`${SUMMARY} <a href="/docs/webhooks">How to receive and verify them</a>`,
      content: html`${events.map((event) => eventSection(event, reference, ink))}
      ${reference.eventObjects.map((name) => objectSection(name, reference, ink))}`,
    }),
  }
}

const headingOfEvent = ([name, item]: readonly [string, unknown]): Heading => ({
  id: name,
  text: name,
  level: 2,
  about: textOf(at(item, 'post')['description']),
})

function eventSection(event: readonly [string, unknown], reference: Reference, ink: Ink): Markup {
  const [name, item] = event
  const post = at(item, 'post')
  const content = at(post, 'requestBody', 'content', 'application/json')
  const code = literal(content['example'], notations.json)
  return html`<section class="op">
    <div class="op__text">
      ${headingOf(headingOfEvent(event), html`<code>${name}</code>`)}
      <p>${prose(textOf(post['description']))}</p>
      <details class="nested">
        <summary>The members of the body</summary>
        ${paramList(paramsOf(at(content, 'schema'), 'answer'), reference, { isNested: true })}
      </details>
    </div>
    <div class="op__code">${folded(name, [{ label: name, language: 'json', code }], ink)}</div>
  </section>`
}
