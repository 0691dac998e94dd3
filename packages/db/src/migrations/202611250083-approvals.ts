import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Everything that two operators decide is in one table. */
export class Migration202611250083 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250083-approvals.sql', import.meta.url), 'utf8'))
  }
}
