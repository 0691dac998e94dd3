import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  /** Stands above the lines. */
  readonly label: string
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

/** A menu of actions or places under a button. It is at the end of the document, so it is a landmark of its own there. */
export function Menu({ trigger, label, children, align = 'start' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu--floating" align={align} sideOffset={4} role="region" aria-label={label}>
          <Base.Popup className="menu">
            <Base.Group>
              <Base.GroupLabel className="menu__label">{label}</Base.GroupLabel>
              {children}
            </Base.Group>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** One line of a menu; `render` makes it a link. */
export function MenuItem({
  onSelect,
  render,
  children,
}: {
  readonly onSelect?: () => void
  readonly render?: ReactElement
  readonly children: ReactNode
}) {
  return (
    <Base.Item className="menu__item" {...(onSelect && { onClick: onSelect })} {...(render && { render })}>
      {children}
    </Base.Item>
  )
}

/** A hairline between groups of lines. */
export const MenuLine = () => <Base.Separator render={<hr />} />
