// Counts the test cases of each report with Java's SAX.
import java.io.File;
import java.util.ArrayDeque;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

public class Sax {
  public static void main(String[] paths) throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    for (String path : paths) {
      Counts counts = new Counts();
      try {
        factory.newSAXParser().parse(new File(path), counts);
        System.out.println(counts);
      } catch (Exception problem) {
        System.out.println("refused: " + problem.getMessage());
      }
    }
  }

  static class Counts extends DefaultHandler {
    private static final List<String> WORDS = List.of("testcase", "failure", "error", "skipped");
    private final ArrayDeque<String> parents = new ArrayDeque<>();
    private final int[] counts = new int[4];

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
      int place = WORDS.indexOf(name);
      if (place == 0 || place > 0 && "testcase".equals(parents.peek())) counts[place]++;
      parents.push(name);
    }

    @Override
    public void endElement(String uri, String local, String name) {
      parents.pop();
    }

    @Override
    public String toString() {
      return counts[0] + "/" + counts[1] + "/" + counts[2] + "/" + counts[3];
    }
  }
}
