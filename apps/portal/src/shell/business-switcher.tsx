import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { planNames } from '../businesses/plans.ts'
import { useBusiness, useBusinesses } from '../businesses/use-business.ts'
import { Initial } from '../ui/initial.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'

/** The business at hand, and the way to another one. */
export function BusinessSwitcher() {
  const businesses = useBusinesses()
  const current = useBusiness()
  const trigger = (
    <button type="button" className="business">
      <Initial name={current?.name ?? '?'} />
      <span>
        <b>
          <bdi>{current?.name ?? 'No such business'}</bdi>
        </b>
        <small>{current ? planNames[current.plan] : 'Choose another one'}</small>
      </span>
      <ChevronsUpDown className="icon" aria-hidden="true" />
    </button>
  )
  return (
    <Menu trigger={trigger} label="Businesses">
      {businesses.map(({ id, name }) => (
        <MenuItem key={id} render={<Link to="/b/$business" params={{ business: id }} />}>
          <Initial name={name} />
          <span className="truncate">{name}</span>
          {id === current?.id && <Check className="icon push" aria-label="shown now" />}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem render={<Link to="/new-business" />}>
        <Plus className="icon" aria-hidden="true" />
        New business
      </MenuItem>
    </Menu>
  )
}
