import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PageLoading } from '../shell/page-loading.tsx'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { SelectField } from '../ui/field.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Crumbs, Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Place } from '../ui/place.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import { useDecision } from './use-decision.ts'

type Business = Outputs['operator']['business']

const ID_SHOWN = 8

/** Every business, newest first, or one of them: whose it is, and the plan that its later payments are charged by. */
export function BusinessesPage() {
  const { id } = useSearch({ from: '/signed-in/operator/businesses' })
  return id === undefined ? <BusinessList /> : <OneBusiness id={id} />
}

function BusinessList() {
  const { q, offset } = useSearch({ from: '/signed-in/operator/businesses' })
  const navigate = useNavigate({ from: '/operator/businesses' })
  const found = useQuery(
    trpc.operator.businesses.queryOptions({ ...(q && { q }), ...pageAt(offset) }, { placeholderData: keepPreviousData }),
  )
  const { data: page, error } = found
  if (error && !page) return <LoadFailed title="Businesses could not be loaded" error={error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Businesses">
      <div className="filters">
        <SearchField
          label="Search businesses"
          placeholder="Name, owner’s e-mail or ID"
          text={q ?? ''}
          onSearch={(text) => void navigate({ search: { q: text || undefined } })}
        />
      </div>
      {page?.businesses.length === 0 ? (
        <Empty title={q === undefined ? 'No business yet' : 'No business matches'}>
          {q === undefined
            ? 'It appears here once a merchant opens one.'
            : 'Search for a part of its name, its owner’s e-mail address or its ID.'}
        </Empty>
      ) : (
        <div className="card">
          <Table label="Businesses" columns={columns} rows={page?.businesses} keyOf={({ id }) => id} />
          <Pager
            count={page && (page.total === 1 ? '1 business' : `${page.total} businesses`)}
            cursor={offset}
            next={page && nextOffset(page)}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, offset: next }) })}
          />
        </div>
      )}
    </Page>
  )
}

const columns: readonly Column<Business>[] = [
  { id: 'created', head: 'Opened', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'name',
    head: 'Name',
    place: 'lead',
    isMain: true,
    cell: ({ id, name }) => (
      <Place className="main truncate" to="/operator/businesses" search={{ id }}>
        <bdi>{name}</bdi>
      </Place>
    ),
  },
  { id: 'id', head: 'ID', cell: ({ id }) => <span className="mono">{id.slice(0, ID_SHOWN)}</span> },
  { id: 'owner', head: 'Owner', place: 'foot', cell: ({ merchant }) => merchant.email },
  { id: 'plan', head: 'Plan', place: 'end', cell: ({ plan }) => plan },
]

function OneBusiness({ id }: { readonly id: string }) {
  const found = useQuery(trpc.operator.business.queryOptions({ id }))
  if (found.error) return <LoadFailed title="The business could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <PageLoading />
  return (
    <Page title={found.data.name} above={<Crumbs to="/operator/businesses" list="Businesses" id={id} name="business ID" />}>
      <Facts
        rows={[
          ['Owner', found.data.merchant.email],
          ['Account', <span className="mono">{found.data.merchant.id}</span>],
          ['Opened', <Moment at={found.data.created_at} />],
        ]}
      />
      <SetPlan key={found.data.plan} business={found.data} />
    </Page>
  )
}

function SetPlan({ business }: { readonly business: Business }) {
  const [plan, setPlan] = useState(business.plan)
  const save = useDecision(
    (input: { id: string; plan: Business['plan'] }) => api.operator.setPlan.mutate(input),
    () => toast('Plan set'),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate({ id: business.id, plan })
  }
  return (
    <form className="stack max-w-108" onSubmit={submit}>
      {save.error && <Notice state="failed" fact={messageOf(save.error)} isAlert />}
      <SelectField
        label="Plan"
        hint="It counts for payments that are created later."
        value={plan}
        onChange={(event) => setPlan(event.target.value as Business['plan'])}
      >
        {business.plans.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <div>
        <Button look="primary" type="submit" busy={save.isPending && 'Saving…'} disabled={plan === business.plan}>
          Set plan
        </Button>
      </div>
    </form>
  )
}
