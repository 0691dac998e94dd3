import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** It asks, with object and amount. */
  readonly title: ReactNode
  readonly children: ReactNode
  /** The safe button first. */
  readonly foot?: ReactNode
  readonly isWide?: boolean
  /** A one-time secret: neither Escape nor a press beside it closes. */
  readonly isLocked?: boolean
  readonly initialFocus?: RefObject<HTMLElement | null>
}

/** A dialog over the page: it traps the focus and gives it back; Escape is the safe choice. */
export function Dialog({ isOpen, onClose, title, children, foot, isWide, isLocked, initialFocus }: DialogProps) {
  const onOpenChange = (open: boolean): void => {
    if (!open && !isLocked) onClose()
  }
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal={isLocked ?? false}>
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Popup className={`dialog dialog--floating ${isWide ? 'dialog--wide' : ''}`} {...(initialFocus && { initialFocus })}>
          <div className="dialog__head">
            <Base.Title>{title}</Base.Title>
          </div>
          <div className="dialog__body">{children}</div>
          {foot && <div className="dialog__foot">{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
