// `npm start`: installs what is missing, builds the pages, and serves the site. A second start takes seconds.
import { buildPages, installFfmpeg, installPackages } from './prepare.mjs';
import { serve } from './serve.mjs';

installPackages();
installFfmpeg();
buildPages();
serve();
