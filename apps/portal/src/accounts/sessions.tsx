import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leaveTo, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pager } from '../ui/pager.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'

type SessionRow = Outputs['accounts']['portal']['sessions']['sessions'][number]

const openedIn: Readonly<Record<SessionRow['opened_in'], string>> = { portal: 'Portal', api: 'API', terminal: 'Terminal' }

/** Where the account is signed in: end one session, or all of them. */
export function Sessions() {
  const client = useQueryClient()
  const [offset, setOffset] = useState<string>()
  const sessions = useQuery(trpc.accounts.portal.sessions.queryOptions(pageAt(offset), { placeholderData: keepPreviousData }))
  const { data: page } = sessions
  const [isLeaving, setLeaving] = useState(false)
  const end = useMutation(
    trpc.accounts.portal.endSession.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: trpc.accounts.portal.sessions.queryKey() }),
    }),
  )
  const endAll = useMutation(trpc.accounts.portal.signOutEverywhere.mutationOptions({ onSuccess: () => leaveTo('/dashboard/sign-in') }))
  if (sessions.error)
    return <LoadFailed title="Sessions could not be loaded" error={sessions.error} onRetry={() => void sessions.refetch()} />
  const columns: Column<SessionRow>[] = [
    {
      id: 'browser',
      head: 'Where',
      place: 'lead',
      isMain: true,
      cell: ({ browser, is_current }) => `${browser ?? 'Unknown'}${is_current ? ' (this one)' : ''}`,
    },
    { id: 'by', head: 'Opened in', cell: ({ opened_in }) => openedIn[opened_in] },
    { id: 'created', head: 'Since', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} /> },
    { id: 'expires', head: 'Expires', place: 'sub-end', cell: ({ expires_at }) => <Moment at={expires_at} /> },
    {
      id: 'end',
      head: <span className="sr-only">Actions</span>,
      place: 'end',
      isNumber: true,
      cell: ({ id, is_current }) =>
        is_current ? null : (
          <Button size="sm" onClick={() => end.mutate({ id })} disabled={end.isPending}>
            End
          </Button>
        ),
    },
  ]
  return (
    <>
      {end.error && (
        <Notice state="failed" fact="The session could not be ended" isAlert>
          {messageOf(end.error)}
        </Notice>
      )}
      <div className="card">
        <Table label="Sessions" columns={columns} rows={page?.sessions} keyOf={({ id }) => id} />
        <Pager count={page && countOf(page.total)} cursor={offset} next={page && nextOffset(page)} onChange={setOffset} />
      </div>
      <div className="row">
        <Button look="quiet-danger" onClick={() => setLeaving(true)}>
          Sign out everywhere…
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        title="Sign out everywhere?"
        keep="Stay signed in"
        act="Sign out everywhere"
        busy="Signing out…"
        isDanger
        isBusy={endAll.isPending}
        onAct={() => endAll.mutate()}
        error={endAll.error ? messageOf(endAll.error) : undefined}
      >
        <p>Every session ends at once, this one included. API keys go on working.</p>
      </ConfirmDialog>
    </>
  )
}

const countOf = (total: number): string => (total === 1 ? '1 session' : `${total} sessions`)
