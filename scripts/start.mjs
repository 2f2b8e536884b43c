// `npm start`: installs what is missing, builds the pages, and serves the site. A second start takes seconds.
import { buildPages, installBubblewrap, installFfmpeg, installPackages } from './prepare.mjs';
import { serve } from './serve.mjs';

const isFirstStart = installPackages();
installFfmpeg();
// Later starts may have no network, and should not wait for one.
if (isFirstStart) installBubblewrap();
buildPages();
serve();
