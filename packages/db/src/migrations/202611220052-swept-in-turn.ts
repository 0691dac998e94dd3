import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Confirmed payments are swept in turn. */
export class Migration202611220052 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220052-swept-in-turn.sql', import.meta.url), 'utf8'))
  }
}
