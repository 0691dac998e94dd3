import { pathId } from '@gateway/contract/wire/id'
import { wireInput } from '@gateway/contract/wire/names'
import { PageView } from '@gateway/contract/wire/page'
import type { PageBounds } from '@gateway/db/kernel/read-page'
import type { Command } from '@gateway/operations/businesses/owned/change-owned'
import { z } from 'zod'
import type { ActorContext } from '../../context.ts'
import { keyProcedure, type RestMeta } from '../../trpc.ts'
import { idempotent } from '../idempotency/idempotent.ts'

/** What the operations of a resource share: their room, their addresses, and the object as one, as many, and as it is answered. */
interface Described<One extends string, Many extends string, Facts, Schema extends z.ZodType> {
  readonly room: string
  readonly path: RestMeta['path']
  /** Under which members it is answered. */
  readonly nouns: readonly [one: One, many: Many]
  /** What readers call it, where that is not its member. */
  readonly words?: readonly [one: string, many: string]
  /** How it is named in the path; by its id alone when absent. */
  readonly ref?: Ref
  readonly view: { readonly schema: Schema; readonly present: (facts: Facts) => z.output<Schema> }
}

/** No members beside the object: without it the answer would have any. */
type NoneBeside = Record<never, z.ZodType>

type Ref = z.ZodType<{ id: string }, { id: string }>

/** What is said of one operation; everything else about it follows from its shape. */
type About = Partial<Omit<RestMeta, 'method' | 'path' | 'tag'>>

/**
 * The operations of a resource: addresses, tags, summaries, shared error codes and answers follow from their shape. `query` or `mutation` ends each;
 * members `beside` the object are further members of the answer.
 *
 *     const labels = resource({ room: 'labels', path: '/api/labels', nouns: ['label', 'labels'], view: labelView })
 *     get: labels.get().query(async ({ ctx, input: { id } }) => labels.present(await getOwned(ctx, { of: ownLabels, actor: ctx.actor, id }))),
 *     list: labels.list(ListLabelsInput).query(async ({ ctx, input }) =>
 *       labels.page(input, await listOwned(ctx, { of: ownLabels, actor: ctx.actor, filter: input }))),
 *     archive: labels.action('archive', { description }).mutation(labels.once(archiveLabel)),
 */
export function resource<One extends string, Many extends string, Facts, Schema extends z.ZodType>(
  of: Described<One, Many, Facts, Schema>,
) {
  const [one, many] = of.nouns
  const { schema, present } = of.view
  const meta = metaOf(of)
  const ref: Ref = of.ref ?? wireInput(z.object({ id: pathId((of.words ?? of.nouns)[0]) }))
  // A member that is named by a noun has this noun as its name; the types of computed names do not tell so.
  const answer = <Beside extends z.ZodRawShape = NoneBeside>(beside?: Beside) =>
    z.object({ [one]: schema, ...beside } as Record<One, Schema> & Beside)
  const pages = z.object({ [many]: z.array(schema), ...PageView } as Record<Many, z.ZodArray<Schema>> & typeof PageView)
  const presentOne = (facts: Facts) => ({ [one]: present(facts) }) as Record<One, z.output<Schema>>
  return {
    /** The object named in the path. */
    ref,
    present: presentOne,
    page: ({ limit, offset }: PageBounds, { rows, total }: { readonly rows: readonly Facts[]; readonly total: number }) =>
      ({ [many]: rows.map(present), total, limit, offset }) as Record<Many, z.output<Schema>[]> & PageBounds & { total: number },
    /** A command on an object, carried out once for each idempotency key. */
    once: <Context extends ActorContext, Row extends Facts>(work: (ctx: Context, command: Command<Row>) => Promise<Row>) =>
      idempotent({
        work: ({ ctx, input, keep }: { ctx: Context; input: { id: string }; keep?: Command<Row>['keep'] }) =>
          work(ctx, { ...input, actor: ctx.actor, keep }),
        present: presentOne,
      }),

    create: <Input extends z.ZodType, Beside extends z.ZodRawShape = NoneBeside>(input: Input, about: About, beside?: Beside) =>
      keyProcedure.meta(meta.create(about)).input(input).output(answer(beside)),
    get: <Beside extends z.ZodRawShape = NoneBeside>(about?: About, beside?: Beside) =>
      keyProcedure.meta(meta.get(about)).input(ref).output(answer(beside)),
    list: <Input extends z.ZodType>(input: Input, about?: About) =>
      keyProcedure
        .meta({ many: true, ...meta.list(about) })
        .input(input)
        .output(pages),
    update: <Input extends z.ZodType>(input: Input, about: About) => keyProcedure.meta(meta.update(about)).input(input).output(answer()),
    action: (name: string, about: About) => keyProcedure.meta(meta.action(name, about)).input(ref).output(answer()),
  }
}

/** The REST side of each operation. */
function metaOf({ room: tag, path, nouns, words = nouns }: Omit<Described<string, string, never, z.ZodType>, 'view' | 'ref'>) {
  const [flat] = nouns
  const [one, many] = words
  const own = `${path}/{id}` as const
  const doing = (verb: string) => `${verb} ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
  const rest = (shape: Pick<RestMeta, 'method' | 'path' | 'summary'> & About, about: About = {}) => ({
    rest: { tag, description: '', ...shape, ...about, errors: [...(about.errors ?? []), ...(shape.errors ?? [])] },
  })
  const ofOne = { flat, errors: ['CONCURRENT_UPDATE'] } as const
  const newest = `Newest first. An API key sees the ${many} of its business only.`
  return {
    create: (about: About) =>
      rest({ method: 'post', path, status: 201, summary: doing('Create'), flat, errors: ['BUSINESS_REQUIRED', 'FORBIDDEN'] }, about),
    get: (about?: About) => rest({ method: 'get', path: own, summary: doing('Get'), flat }, about),
    list: (about?: About) =>
      rest({ method: 'get', path, summary: `List ${many}`, description: newest, list: true, errors: ['FORBIDDEN'] }, about),
    update: (about: About) =>
      rest({ method: 'patch', path: own, also: [{ method: 'put', path: own }], summary: doing('Update'), ...ofOne }, about),
    action: (name: string, about: About) =>
      rest({ method: 'post', path: `${own}/${name}`, summary: doing(name.charAt(0).toUpperCase() + name.slice(1)), ...ofOne }, about),
  }
}
