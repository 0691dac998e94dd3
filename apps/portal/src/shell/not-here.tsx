import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/** No page has this address. */
export function NotHere() {
  return (
    <main className="entry">
      <span />
      <Empty title="There is no page at this address" actions={<LinkButton to="/">Open the portal</LinkButton>}>
        The link may be old, or a character is missing.
      </Empty>
    </main>
  )
}
