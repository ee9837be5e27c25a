// The two dependent instructions of the lecture.
ADD r1, c[2], v[3]
MUL o[4], r1, c[5]
