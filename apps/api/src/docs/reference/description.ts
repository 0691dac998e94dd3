import type { AssetCode } from '@gateway/domain/money/asset'
import { assetCodes } from '@gateway/domain/money/asset'
import { at, type Json, listOf, textOf, textsOf } from './json.ts'
import { objectNames } from './object-names.ts'
import { type Operation, operationsOf } from './operations.ts'

/** A part of the interface that has a page: a tag of the description, with its operations and objects. */
export interface Capability {
  readonly tag: string
  readonly title: string
  readonly about: string
  readonly operations: readonly Operation[]
  /** Names of the objects whose section is on this page. */
  readonly objects: readonly string[]
}

/** The description, read once for all pages. */
export interface Reference {
  readonly capabilities: readonly Capability[]
  readonly schemas: Json
  readonly webhooks: Json
  /** The objects of events that no operation uses. */
  readonly eventObjects: readonly string[]
  /** The address of an object's section. */
  readonly addressOfObject: (name: string) => string
}

/** The order and the titles of the pages; a new tag follows under its own name. */
const titles: Readonly<Record<string, string>> = {
  payments: 'Payments',
  businesses: 'Businesses and keys',
  rates: 'Rates',
  webhooks: 'Webhooks',
  accounts: 'Accounts',
  service: 'Service',
}

/** Its section is on the page of errors. */
const ERROR = 'ErrorBody'

/** Reads a description, with the assets that a deployment serves in place of all that the product knows. */
export function readReference(whole: Json, assets: readonly AssetCode[]): Reference {
  const description = servedOnly(whole, assets)
  const schemas = at(description, 'components', 'schemas')
  const operations = operationsOf(description)
  const tags = listOf(description['tags']).toSorted((one, other) => orderOf(one) - orderOf(other))
  const taken = new Set([ERROR])
  const claim = (from: unknown): string[] => {
    const names = objectNames(from, schemas).filter((name) => !taken.has(name))
    for (const name of names) taken.add(name)
    return names
  }
  const capabilities = tags.map((tag) => capabilityOf(tag, { operations, claim }))
  const eventObjects = claim(description['webhooks'])
  const homes = new Map(capabilities.flatMap(({ tag, objects }) => objects.map((name) => [name, `/docs/reference/${tag}`] as const)))
  return {
    capabilities: capabilities.filter((one) => one.operations.length > 0),
    schemas,
    webhooks: at(description, 'webhooks'),
    eventObjects,
    addressOfObject: (name) => (name === ERROR ? `/docs/errors#${ERROR}` : `${homes.get(name) ?? '/docs/reference/events'}#${name}`),
  }
}

const order = Object.keys(titles)
const orderOf = (tag: Json): number => (order.indexOf(textOf(tag['name'])) + order.length + 1) % (order.length + 1)

interface Claiming {
  readonly operations: readonly Operation[]
  readonly claim: (from: unknown) => string[]
}

function capabilityOf(described: Json, { operations, claim }: Claiming): Capability {
  const tag = textOf(described['name'])
  const own = operations.filter((operation) => operation.tag === tag)
  const title = titles[tag] ?? tag.charAt(0).toUpperCase() + tag.slice(1)
  return {
    tag,
    title,
    about: textOf(described['description']),
    operations: own,
    objects: claim(own.map(({ answer, body }) => [answer.schema, body])),
  }
}

/** Where the description names every asset of the product, only those of this deployment stay. */
function servedOnly(description: Json, assets: readonly AssetCode[]): Json {
  const served: readonly string[] = assets
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'enum' && namesEveryAsset(part) ? textsOf(part).filter((one) => served.includes(one)) : visit(part),
      ]),
    )
  }
  return at(visit(description))
}

const namesEveryAsset = (part: unknown): boolean =>
  Array.isArray(part) && assetCodes.every((code) => part.includes(code)) && part.length === assetCodes.length
