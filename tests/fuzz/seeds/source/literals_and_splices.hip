const char* text = R"end(asm )" "unfinished\
)end";
#define asm\
__asm__
int x = 0x1p3;
??/
// comment \
continued
/* open