// A bordered section with an optional heading.
import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';

interface CardProps extends ComponentProps<'section'> {
  /** The headline; it also names the region. */
  heading?: string;
  /** The level of the headline in the page's outline. */
  level?: 2 | 3;
}

/** A bordered sheet. */
export function Card({ heading, level = 2, className, children, ...rest }: CardProps) {
  const headingId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      {...rest}
      aria-labelledby={heading ? headingId : undefined}
      className={classNames('rounded-md border border-line bg-raised p-4 text-ink sm:p-6', className)}
    >
      {heading && (
        <Heading id={headingId} className="display mb-4 text-xl">
          {heading}
        </Heading>
      )}
      {children}
    </section>
  );
}
