// The browser's entry: puts the app on the page and tidies the clips of tabs that are long gone.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/app.tsx';
import { sweepClips } from '#web/lib/clip-storage.ts';
import '#web/app/theme.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
void sweepClips(Date.now());
