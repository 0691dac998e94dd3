import { useMutation } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSession } from './session.ts'

/** Who is signed in, and whether the e-mail address was confirmed. */
export function Profile() {
  const { merchant } = useSession()
  const send = useMutation(trpc.accounts.recovery.askForVerification.mutationOptions())
  const sendLink = (
    <Button size="sm" onClick={() => send.mutate()} busy={send.isPending && 'Sending…'} disabled={send.isSuccess}>
      {send.isSuccess ? 'A link is on its way' : 'Send the link'}
    </Button>
  )
  return (
    <div className="section">
      {!merchant.email_verified && (
        <Notice state="held" fact="Your e-mail address is not confirmed yet" actions={sendLink}>
          Open the link that we e-mailed to {merchant.email}. Until then customers get no e-mails from you, not even their links to escrows.
        </Notice>
      )}
      <Facts
        rows={[
          ['E-mail', merchant.email],
          ['Name', <bdi>{merchant.name ?? '–'}</bdi>],
          ['Account', <span className="mono">{merchant.id}</span>],
        ]}
      />
    </div>
  )
}
