import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A replacement can leave out payouts that may not leave now. */
export class Migration202611220045 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220045-left-out.sql', import.meta.url), 'utf8'))
  }
}
