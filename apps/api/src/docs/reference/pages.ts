import { html } from '@gateway/pages/html'
import type { Deployment } from '../deployment.ts'
import type { DocPage, Place } from '../page.ts'
import type { Capability, Reference } from './description.ts'
import { eventsPage } from './events-page.ts'
import { indexPage } from './index-page.ts'
import { headingOfObject, objectSection } from './object-section.ts'
import { at } from './json.ts'
import { parametersIn, paramsOf, placesOf } from './params.ts'
import { headingOfOperation, operationSection } from './operation-section.ts'

/** The pages of the reference: all operations, one page for each capability, the events. */
export function referencePages(reference: Reference, deployment: Deployment): DocPage[] {
  const pages = reference.capabilities.map((capability) => capabilityPage(capability, reference, deployment))
  return [indexPage(reference), ...pages, eventsPage(reference)]
}

function capabilityPage(capability: Capability, reference: Reference, { assets, limits }: Deployment): DocPage {
  const { tag, title, about, operations, objects } = capability
  return {
    slug: `reference/${tag}`,
    section: 'reference',
    title,
    summary: about,
    shape: 'reference',
    draw: (ink) => ({
      headings: [...operations.map(headingOfOperation), ...objects.map((name) => headingOfObject(name, reference))],
      places: placesOn(capability, reference),
      lead: html`${about}`,
      content: html`${operations.map((operation) => operationSection(operation, { reference, assets, limits, ink }))}
      ${objects.map((name) => objectSection(name, reference, ink))}`,
    }),
  }
}

/** The members of the requests and objects of a page. */
const placesOn = ({ operations, objects }: Capability, { schemas }: Reference): Place[] => [
  ...operations.flatMap(({ id, summary, parameters, body }) => {
    const params = [...parametersIn(parameters, 'query'), ...paramsOf(at(body, 'schema'), 'request')]
    return placesOf(params, id, `Parameter of “${summary}”`)
  }),
  ...objects.flatMap((name) => placesOf(paramsOf(at(schemas, name), 'answer'), name, `Member of ${name}`)),
]
