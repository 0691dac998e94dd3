import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PageLoading } from '../shell/page-loading.tsx'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { SelectField } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Crumbs, Page } from '../ui/page.tsx'
import { messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import { BusinessList } from './business-list.tsx'
import { useDecision } from './use-decision.ts'

type Business = Outputs['operator']['business']

/** Every business, newest first, or one of them: whose it is, and the plan that its later payments are charged by. */
export function BusinessesPage() {
  const { id } = useSearch({ from: '/signed-in/operator/businesses' })
  return id === undefined ? <BusinessList /> : <OneBusiness id={id} />
}

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
