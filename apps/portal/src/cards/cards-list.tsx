import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { nextOffset } from '../ui/list/list-filters.ts'
import type { Paged } from '../ui/list/list-page.tsx'
import { List, type ListProps } from '../ui/list/list.tsx'
import type { Target } from '../ui/place.tsx'
import { CardsPage } from './cards-page.tsx'
import { StateChoice } from './state-choice.tsx'

interface CardsListProps<Row> extends Pick<ListProps<Row>, 'label' | 'rows' | 'columns' | 'meanwhile'> {
  /** What of cards it lists, such as "Disputes". */
  readonly title: string
  /** The address of the list. */
  readonly to: Target['to']
  readonly nouns: readonly [one: string, many: string]
  readonly statuses: readonly (readonly [status: string, word: string])[]
  readonly found: ListProps<Row>['found'] & { readonly data: Paged | undefined }
  /** What is shown when there is none yet. */
  readonly beginning: { readonly title: string; readonly text: ReactNode }
}

/** A page that lists objects of cards, newest first, narrowed to a status that the address names. */
export function CardsList<Row>({ title, statuses, to, nouns, beginning, found, ...list }: CardsListProps<Row>) {
  const { status, offset } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { data } = found
  return (
    <CardsPage title={title} filters={<StateChoice options={statuses} />}>
      <List
        {...list}
        found={found}
        none={<None to={to} nouns={nouns} beginning={beginning} isNarrowed={Boolean(status ?? offset)} />}
        count={data && `${data.total} ${nouns[data.total === 1 ? 0 : 1]}`}
        cursor={offset}
        next={data && nextOffset(data)}
        onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, offset: next }) })}
      />
    </CardsPage>
  )
}

type NoneProps = Pick<CardsListProps<never>, 'to' | 'nouns' | 'beginning'> & { readonly isNarrowed: boolean }

const None = ({ to, nouns: [one, many], beginning, isNarrowed }: NoneProps) =>
  isNarrowed ? (
    <Empty title={`No ${one} matches`} actions={<LinkButton to={to}>Show all {many}</LinkButton>}>
      Choose another status.
    </Empty>
  ) : (
    <Empty title={beginning.title}>{beginning.text}</Empty>
  )
