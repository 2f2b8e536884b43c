// usage: shot.ts slug out.png pictureM tall phases... 
import { execFileSync } from 'node:child_process';
import { writeFileSync, mkdirSync } from 'node:fs';
import { openStudio } from '/work/main/content/studio/browser.ts';
import { DEMO, GOLFERS } from '/work/main/content/studio/clips.ts';
const [slug, out, pm, tall, wide, view, ...ph] = process.argv.slice(2);
const base=[DEMO,...GOLFERS].find(p=>p.slug===slug)!;
const plan={...base, pictureM: Number(pm), view: (view==='-'?base.view:view) as any};
const st=await openStudio();
await st.open(plan,{widthPx:Number(wide),heightPx:Number(tall),step:0.012});
mkdirSync('/tmp/shots',{recursive:true});
const fs:string[]=[];
const {rest,top,strike}=plan.times;
for(const [i,p0] of ph.entries()){const p=Number(p0); const t=p<=1?rest+p*(top-rest):p<=2?top+(p-1)*(strike-top):strike+(p-2)*Math.min(strike-top,.29);
 const f=`/tmp/shots/${i}.jpg`; writeFileSync(f,await st.frame(t,0)); fs.push(f);}
await st.close();
if(fs.length>1){
const rows=Math.ceil(fs.length/6); 
const per=Math.ceil(fs.length/rows);
while(fs.length<rows*per) fs.push(fs[fs.length-1]);
let g=''; for(let r=0;r<rows;r++) g+=fs.slice(r*per,(r+1)*per).map((_,i)=>`[${r*per+i}]`).join('')+`hstack=${per}[r${r}];`;
g+= rows>1? Array.from({length:rows},(_,r)=>`[r${r}]`).join('')+`vstack=${rows}` : '[r0]null';
execFileSync('ffmpeg',['-v','error','-y',...fs.flatMap(f=>['-i',f]),'-filter_complex',g,out]);} else execFileSync('cp',[fs[0]!,out]);
