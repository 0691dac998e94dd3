import { type ReactNode, useEffect } from 'react'
import { Brand } from '../shell/brand.tsx'

/** A page outside the shell: the brand, one sheet, one matter. */
export function Entry({ title, children, foot }: { readonly title: string; readonly children: ReactNode; readonly foot?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Gateway`
  }, [title])
  return (
    <div className="entry">
      <header>
        <Brand />
      </header>
      <main className="entry__sheet" id="main">
        <h1>{title}</h1>
        {children}
      </main>
      <footer className="hint">{foot}</footer>
    </div>
  )
}
