import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton, OutsideLink } from '../button.tsx'
import { Empty } from '../empty.tsx'
import { Page } from '../page.tsx'
import type { Target } from '../place.tsx'
import { refreshEvery } from '../refresh.ts'
import { List, type ListProps } from './list.tsx'
import { nextOffset } from './list-filters.ts'
import { StatusLinks } from './status-links.tsx'
import { capital } from '../text/capital.ts'

/** A page of objects, as lists of the API answer it. */
export interface Paged {
  readonly total: number
  readonly limit: number
  readonly offset: number
}

interface ListPageProps<Row> extends Pick<ListProps<Row>, 'rows' | 'columns' | 'meanwhile'> {
  readonly found: ListProps<Row>['found'] & { readonly data: Paged | undefined }
  /** The address of the list; new objects are made at `…/new`. */
  readonly to: Target['to']
  readonly nouns: readonly [one: string, many: string]
  /** Their plural by default. */
  readonly title?: string
  /** What has none is not narrowed by one. */
  readonly statuses: readonly string[]
  /** What the list can be narrowed by besides a status. */
  readonly filters?: ReactNode
  /** What to try when nothing matches. */
  readonly narrowed: ReactNode
  /** What such an object is, when there is none yet. */
  readonly beginning: ReactNode
}

/**
 * The page that lists the objects of a business, newest first: tabs by status, a way to make one, and the rows, narrowed by what the address says.
 *
 *     const { status, offset } = useSearch({ from: '/signed-in/b/$business/labels' })
 *     const found = useQuery(trpc.labels.list.queryOptions({ businessId, status, ...pageAt(offset) }, keptFresh(offset, REFRESH_MS)))
 *     return <ListPage to="/b/$business/labels" nouns={['label', 'labels']} statuses={labelStates} found={found} rows={found.data?.labels} … />
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { to, nouns, statuses, filters, found, rows, columns, meanwhile } = props
  const [one, many] = nouns
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const tabs = [['All', undefined], ...statuses.map((status) => [capital(status), status] as const)] as const
  const links = statuses.length > 0 && <StatusLinks to={to} tabs={tabs} search={{ ...search, offset: undefined }} />
  const title = props.title ?? capital(many)
  const total = found.data && `${found.data.total} ${found.data.total === 1 ? one : many}`
  return (
    <Page title={title} actions={<Create {...props} isFirst />}>
      {filters ? (
        <div className="stack">
          {links}
          <div className="filters">{filters}</div>
        </div>
      ) : (
        links
      )}
      <List
        label={title}
        {...{ found, rows, columns, meanwhile }}
        none={<None {...props} isNarrowed={Object.values(search).some(Boolean)} />}
        count={total}
        cursor={search.offset}
        next={found.data && nextOffset(found.data)}
        onPage={(offset) => void navigate({ to: '.', search: (old) => ({ ...old, offset }) })}
      />
    </Page>
  )
}

type Texts = Pick<ListPageProps<never>, 'to' | 'nouns' | 'narrowed' | 'beginning'>

/** `…/new` stands beside each list. */
const Create = ({ to, nouns: [one], isFirst }: Pick<Texts, 'to' | 'nouns'> & { readonly isFirst?: boolean }) => (
  <LinkButton {...(isFirst && { look: 'primary' })} to={`${to}/new` as Target['to']}>
    {isFirst && <Plus className="icon" aria-hidden="true" />}
    New {one}
  </LinkButton>
)

function None({ to, nouns, narrowed, beginning, isNarrowed }: Texts & { readonly isNarrowed: boolean }) {
  const [one, many] = nouns
  if (isNarrowed)
    return (
      <Empty title={`No ${one} matches`} actions={<LinkButton to={to}>Show all {many}</LinkButton>}>
        {narrowed}
      </Empty>
    )
  const actions = (
    <>
      <Create to={to} nouns={nouns} />
      <OutsideLink href="/docs">Read the documentation</OutsideLink>
    </>
  )
  return (
    <Empty title={`No ${one} yet`} actions={actions}>
      {beginning}
    </Empty>
  )
}

/** How a page of a list stays fresh: only the newest one is asked for again. */
export const keptFresh = (offset: string | undefined, refreshMs: number) =>
  ({ placeholderData: keepPreviousData, refetchInterval: offset ? false : refreshEvery(refreshMs) }) as const
