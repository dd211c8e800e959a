/** An error in a rule; `column` counts UTF-16 units from 1. */
export interface RuleFault {
  column: number;
  message: string;
}
