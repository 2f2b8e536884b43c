// A bordered section with an optional heading.
import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';

interface CardProps extends ComponentProps<'section'> {
  /** The headline. At level 2 it also names a landmark; nested cards do not, because several may have the same name. */
  heading?: string;
  /** The level of the headline in the page's outline. */
  level?: 2 | 3;
}

export function Card({ heading, level = 2, className, children, ...rest }: CardProps) {
  const headingId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      {...rest}
      aria-labelledby={heading && level === 2 ? headingId : undefined}
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
